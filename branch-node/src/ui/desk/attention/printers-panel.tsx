import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Device } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import {
  printJobsContract,
  type PrintJob,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { randomKey } from "@edgeward/shared/contract/client.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useDevices } from "#ui/desk/settings/device-queries.ts";
import { devicesAway, healthText, printersInTrouble } from "#ui/desk/settings/device-texts.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Menu } from "#ui/kit/menu.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { printersFor, waitsAt } from "./print-elsewhere.ts";

const mostMoved = "100";

/** The jobs of the branch that wait for a printer. */
function useQueuedJobs(isWanted: boolean): readonly PrintJob[] {
  const client = useClient();
  const mayRead = useMay("print_jobs", "read");
  const { data } = useQuery({
    queryKey: [...queryKeys.printJobs, "queued"],
    queryFn: async ({ signal }) => {
      const query = { status: "queued", limit: mostMoved };
      return (await client.call(printJobsContract.list, { query }, { signal })).body.data;
    },
    enabled: isWanted && mayRead,
    retry: false,
  });
  return data ?? [];
}

/** Sends what waits at one printer to another, job by job: each is in the one place or in the other. */
function useMoveJobs() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({
      jobs,
      to,
    }: {
      readonly jobs: readonly PrintJob[];
      readonly to: string;
    }) => {
      for (const { id } of jobs) {
        const body = { action: "move", device_id: to } as const;
        await client.call(
          printJobsContract.update,
          { params: { id }, body },
          { idempotencyKey: randomKey() },
        );
      }
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.printJobs });
      void queries.invalidateQueries({ queryKey: queryKeys.devices });
    },
  });
}

interface ElsewhereProps {
  readonly printer: Device;
  /** All jobs that wait at the branch. */
  readonly jobs: readonly PrintJob[];
  readonly devices: readonly Device[];
}

function PrintElsewhere({ printer, jobs, devices }: ElsewhereProps) {
  const say = useSay();
  const move = useMoveJobs();
  const mayMove = useMay("print_jobs", "update");
  const waiting = jobs.filter((job) => waitsAt(job, printer));
  const others = printersFor(waiting, printer, devices);
  if (!mayMove || waiting.length === 0 || others.length === 0) return null;
  const actions = others.map(({ id, name }) => ({
    id,
    text: name,
    onAction: () => move.mutate({ jobs: waiting, to: id }),
  }));
  return (
    <>
      <Menu label={say("attention.elsewhere")} groups={[{ actions }]}>
        <Button isDisabled={move.isPending} testName={testNames.printElsewhere}>
          {say("attention.elsewhere")}
        </Button>
      </Menu>
      <FaultNotice error={move.error} />
    </>
  );
}

function Trouble({ printer, jobs, devices }: ElsewhereProps) {
  const say = useSay();
  const clock = useBranchClock();
  const { text, tone } = healthText(printer);
  const { since, queue_depth: waiting } = printer.health;
  return (
    <li className="print-job" data-testid={testNames.deviceTrouble}>
      <strong>{printer.name}</strong>
      <span className={`tone-${tone}`}>
        <Icon name={tone} /> {say(text)}
        {since === null ? "" : ` · ${say("devices.since", { time: clock.time(since) })}`}
      </span>
      {waiting === 0 ? null : <span>{say("devices.waiting", { count: waiting })}</span>}
      <div className="form-actions">
        <PrintElsewhere printer={printer} jobs={jobs} devices={devices} />
        <Link to="/settings/devices" className="button">
          {say("attention.toDevices")}
        </Link>
      </div>
    </li>
  );
}

interface PrintersPanelProps {
  /** Without the screens and scanners that are gone: beside the queue counts what does not print. */
  readonly isOfPrinters?: boolean;
}

/** Printers that somebody has to see to, with what waits for them, and screens and scanners that are gone. */
export function PrintersPanel({ isOfPrinters = false }: PrintersPanelProps) {
  const say = useSay();
  const devices = useDevices();
  const away = isOfPrinters ? [] : devicesAway(devices);
  const troubles = [...printersInTrouble(devices), ...away];
  const jobs = useQueuedJobs(troubles.length > 0);
  if (troubles.length === 0) return null;
  return (
    <Card title={say("attention.devices")} testName={testNames.deviceTroubles}>
      <ul className="print-jobs">
        {troubles.map((device) => (
          <Trouble key={device.id} printer={device} jobs={jobs} devices={devices} />
        ))}
      </ul>
    </Card>
  );
}
