-- Of what is withheld, whether people were told of it by mail. What was withheld before is not told of now.
alter table rare_states add column told boolean not null default true;
alter table rare_states alter column told set default false;
