-- The language that a user has chosen; null: the one that their browser asks for.
alter table users add column language text constraint users_language_check check (language ~ '^[a-z]{2,3}$');
