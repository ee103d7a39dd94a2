import * as z from "zod";

// The page's policy forbids code made from text, and the shapes work without it. Imported before any shape is made.
z.config({ jitless: true });
