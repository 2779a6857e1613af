-- The shop's public answer to a review, one at most. It answers the review as it was then: written again, the review stands
-- without it.
alter table reviews
  add column answer text,
  add column answered_at timestamptz,
  add column answered_by text references users (id) on delete set null,
  add constraint reviews_answer check ((answer is null) = (answered_at is null));
