-- Ends a query that has run for too long. The embedded database has no timers, so the query calls this for a row that it reads after
-- its time is over. The number is one of the row, so that it is called for each row.
create function end_query(bigint) returns boolean language plpgsql volatile parallel safe as $$
begin
  raise exception 'The time for this query is over.' using errcode = '57014';
end $$;
