-- What the sentence encoder of the add-on made of an utterance, so that the next training need not ask it again.
-- The hash is of the text alone: versions and bots share it, as they share files.
create table utterance_vectors (
  encoder text not null,
  text_hash bytea not null,
  vector bytea not null,
  used_at timestamptz not null default now(),
  primary key (encoder, text_hash)
);
create index utterance_vectors__used_at on utterance_vectors (used_at);
