-- Misspelt words are looked up in the index that the server keeps in memory.
drop table knowledge_words;
