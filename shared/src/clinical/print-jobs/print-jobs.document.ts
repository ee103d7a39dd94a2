import * as z from "zod";

/** What stands above and below every paper of a branch. */
export const letterhead = z.object({
  display_name: z.string(),
  header_lines: z.array(z.string()),
  language: z.enum(["en", "hi"]),
  /** IANA name of the branch's zone. */
  time_zone: z.string(),
});

/** What stands above and below every paper of a branch. */
export type Letterhead = z.output<typeof letterhead>;

/** What a job keeps of a document; `document` has the shape of its type. */
export const documentJobData = z.object({ document: z.unknown(), letterhead });

/** The name of the template that opens a cash drawer. */
export const drawerTemplate = "drawer";
