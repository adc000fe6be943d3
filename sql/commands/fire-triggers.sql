-- Runs the triggers that would wait for the end of the transaction. Returns nothing.
set constraints all immediate
