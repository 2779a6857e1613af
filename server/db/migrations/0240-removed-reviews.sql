-- A customer may remove a review. Of a hidden one the row stays, without what was written and without stars, so that a review that
-- is written again stays hidden.
alter table reviews
  alter column rating drop not null,
  add constraint reviews_removed check (rating is not null or (is_hidden and text = '' and fit is null and answer is null));
