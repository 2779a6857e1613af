-- What those who returned a size say of it stands on the product's page, beside the reviews. It changes when a return has arrived.
create function publish_findings() returns trigger language plpgsql as $$
begin
  perform nextval('announcements'), pg_notify('catalogue', 'reviews:' || product_id)
  from (
    select distinct line.product_id
    from return_lines asked join order_lines line on line.id = asked.order_line_id where asked.return_id = new.return_id
  ) returned;
  return null;
end
$$;
create trigger return_steps_announce after insert on return_steps for each row
  when (new.status = 'received') execute function publish_findings();
