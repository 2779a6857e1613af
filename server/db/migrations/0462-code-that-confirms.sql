-- A code by mail that confirms an order for cash, beside the link.
alter table account_links
  drop constraint account_links_purpose_check,
  add constraint account_links_purpose_check check (
    purpose in (
      'new password', 'sign-in code', 'confirm address', 'new address', 'keep account', 'join staff', 'confirm cash order',
      'cash order code'
    )
  );
