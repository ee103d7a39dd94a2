import { useMutation, useQueryClient } from "@tanstack/react-query";
import { draftsContract } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { wasAnswered, useIntent } from "#ui/desk/data/intent.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { testNames } from "#ui/test-names.ts";
import { SureButton } from "./sure-button.tsx";

/** Ends a draft that nobody goes on with: the button, and what there is to say when it could not be ended. */
export function useDiscardDraft(draftId: string) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const options = { idempotencyKey: intent.key() };
      return client.call(draftsContract.discard, { params: { id: draftId } }, options);
    },
    onError: (failure) => {
      if (wasAnswered(failure)) intent.finish();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.drafts }),
  });
  const button = (
    <SureButton
      text="drafts.discard"
      sureText="drafts.discardSure"
      testName={testNames.discardDraft}
      onPress={() => {
        if (!isPending) mutate();
      }}
    />
  );
  return { button, fault: <FaultNotice error={error} /> };
}
