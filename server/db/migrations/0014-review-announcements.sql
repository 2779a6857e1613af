-- A review changes nothing but what shows its product: it no longer outdates the whole catalogue.
drop trigger reviews_announce on reviews;

create function announce_review() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', coalesce(new.product_id, old.product_id));
  return null;
end
$$;
create trigger reviews_announce after insert or update or delete on reviews
  for each row execute function announce_review();
