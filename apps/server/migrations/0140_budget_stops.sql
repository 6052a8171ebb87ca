-- The month the hard stop was reported for, beside the month of the alert.
alter table llm_budgets add column stopped_month date;
