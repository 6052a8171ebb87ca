-- Where mails go while no SMTP server is configured: administrators read them in the console, tests query them.
create table mailbox (
  id uuid primary key,
  recipient citext not null,
  subject text not null,
  text text not null,
  html text not null,
  template text not null,
  created_at timestamptz not null default now()
);
create index mailbox__recipient on mailbox (recipient, created_at desc, id desc);
create index mailbox__created on mailbox (created_at desc, id desc);
