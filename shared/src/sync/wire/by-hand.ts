import * as z from "zod";
import { batchReplyShape, feedContract, receivedBatchShape } from "./batch.contract.ts";

/** A batch as a file carries it, one to a line: signed by its node like one that is sent. */
export const carriedBatchShape = receivedBatchShape.extend({
  signature: z.string().min(1).max(2000),
});

/** What the hub signs for the way back: the answer to one batch. */
export const carriedReplyShape = z.strictObject({
  kind: z.literal("reply"),
  node_id: z.string(),
  reply: batchReplyShape,
});

/** One page of a branch's feed on its way by hand, and the place it follows. */
export const carriedFeedShape = z.strictObject({
  kind: z.literal("feed"),
  tenant_id: z.string(),
  branch_id: z.string(),
  from: z.string(),
  page: feedContract.feed.response,
});
