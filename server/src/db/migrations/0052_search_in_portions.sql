-- Three letters of each text are many entries, and to put them in one by one was dearer than all else that is kept of a
-- new invoice. Now they are put in together, as soon as there is 1 MB of them; whoever searches reads what is left.
alter index search_entries_text set (fastupdate = on, gin_pending_list_limit = 1024);
