-- Small mail stays in its row: moved out of it at two kilobytes, it is written and looked up in two more places.
alter table raw_messages set (toast_tuple_target = 8160);
alter table message_contents set (toast_tuple_target = 8160);
