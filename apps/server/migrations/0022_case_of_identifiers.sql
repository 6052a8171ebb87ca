-- Addresses are stored in lower case; the subject another provider gives is another one in another case.
alter table identity_credential_identifiers alter column identifier type text;
