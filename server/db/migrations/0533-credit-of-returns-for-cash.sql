-- What of an amount that is paid back by hand came back as store credit at the same moment: its share of an order for cash that store credit paid a
-- part of. Null where nothing of the order's credit was concerned. The order then counts the amount in what went back for returned pieces.
alter table settlements
  add column returned_credit_paise bigint,
  add constraint settlements_returned_credit check (
    returned_credit_paise is null or (kind = 'by hand' and returned_credit_paise between 0 and amount_paise)
  );
