-- MAX_CART_LINES of contract/cart-rules.ts, where calls at the same moment each saw room for one line more. The statement
-- that adds refuses a full cart by itself; whoever is undone here is tried again and sees what the other one added.
create function limit_cart_lines() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('cart of ' || new.user_id, 0));
  if (select count(*) from cart_lines where user_id = new.user_id) > 30 then
    raise exception 'another call filled this cart' using errcode = 'serialization_failure';
  end if;
  return null;
end $$;
create trigger cart_lines_limit after insert on cart_lines for each row execute function limit_cart_lines();
