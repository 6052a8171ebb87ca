-- Waits for its turn at the end of an organisation's chain of entries, and reads that end. In one trip to the database:
-- everybody else who changes something in the organisation waits until whoever is here has committed. A single
-- statement would see the end as it was before it waited; each statement of a function sees it anew.
create function end_of_audit_chain(account uuid, product text)
  returns table (sequence bigint, hash text, product_id uuid, now timestamptz) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('audit ' || account::text, 0));
  return query
    select l.sequence, l.hash, p.id, clock_timestamp()
    from products p left join lateral (
      select a.sequence, a.hash from audit_log a where a.account_id = account order by a.sequence desc limit 1
    ) l on true
    where p.name = product;
end $$;
