-- What a member of the staff may do. `role` still says who may enter the admin area at all; all who could so far are owners.
alter table users
  add column staff_role text check (staff_role in ('owner', 'manager', 'packer', 'accountant', 'support')),
  add column deactivated_at timestamptz;
update users set staff_role = 'owner' where role = 'admin';
alter table users add constraint users_staff_role check (role <> 'admin' or staff_role is not null);
create index users_staff on users (email) where role = 'admin';
