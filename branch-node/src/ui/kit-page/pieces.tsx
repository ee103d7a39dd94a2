import { useState } from "react";
import { Button, IconButton, ValueButton } from "#ui/kit/button.tsx";
import { CommandList } from "#ui/kit/command-list.tsx";
import { Dialog, Question } from "#ui/kit/dialog.tsx";
import { Disclosure } from "#ui/kit/disclosure.tsx";
import { Menu } from "#ui/kit/menu.tsx";
import { Badge, Banner, Card, Skeleton } from "#ui/kit/surfaces.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { Tooltip } from "#ui/kit/tooltip.tsx";
import type { KitTexts } from "./texts.ts";

interface PiecesProps {
  readonly texts: KitTexts;
}

/** Buttons of every look, at rest and out of use. */
export function Buttons({ texts }: PiecesProps) {
  return (
    <Card title={texts.buttons}>
      <div className="kit-row">
        <Button look="primary" icon="token" keys="Ctrl Enter">
          {texts.give}
        </Button>
        <Button icon="calendar">{texts.book}</Button>
        <Button look="quiet">{texts.cancel}</Button>
        <Button look="danger">{texts.remove}</Button>
        <Button isSmall>{texts.call}</Button>
        <Button look="primary" isDisabled>
          {texts.give}
        </Button>
        <Button isDisabled>{texts.book}</Button>
        <Button isUnavailable>{texts.book}</Button>
        <ValueButton onPress={() => {}} testName="kit-value">
          10:30
        </ValueButton>
        <ValueButton onPress={() => {}} isDisabled testName="kit-value">
          10:45
        </ValueButton>
        <Tooltip text={texts.tip}>
          <IconButton icon="print" label={texts.print} />
        </Tooltip>
        <Menu
          label={texts.more}
          groups={[
            {
              actions: [
                { id: "print", text: texts.print, icon: "print", onAction: () => {} },
                { id: "book", text: texts.book, isDisabled: true, onAction: () => {} },
              ],
            },
            {
              title: texts.theme,
              actions: [{ id: "light", text: texts.light, isChosen: true, onAction: () => {} }],
            },
          ]}
        >
          <Button testName="kit-menu">{texts.more}</Button>
        </Menu>
      </div>
    </Card>
  );
}

/** Badges and banners of every tone, a fold, and a place that waits. */
export function States({ texts }: PiecesProps) {
  return (
    <Card title={texts.states}>
      <div className="kit-row">
        <Badge>{texts.booked}</Badge>
        <Badge tone="good" icon="good">
          {texts.paid}
        </Badge>
        <Badge tone="info" icon="token">
          {texts.token}
        </Badge>
        <Badge tone="warning" icon="pending">
          {texts.waiting}
        </Badge>
        <Badge tone="danger" icon="danger">
          {texts.urgent}
        </Badge>
        <Badge tone="visit" icon="stethoscope">
          {texts.visit}
        </Badge>
      </div>
      <Banner tone="good">{texts.saved}</Banner>
      <Banner tone="info">{texts.detailsText}</Banner>
      <Banner tone="warning">{texts.offline}</Banner>
      <Banner tone="danger" action={<Button isSmall>{texts.remove}</Button>}>
        {texts.refused}
      </Banner>
      <Disclosure title={texts.details}>{texts.detailsText}</Disclosure>
      <Disclosure title={texts.more} isOpen>
        {texts.detailsText}
      </Disclosure>
      <Skeleton label={texts.loading} />
    </Card>
  );
}

function Commands({ texts }: PiecesProps) {
  const [typed, setTyped] = useState("");
  return (
    <CommandList
      label={texts.commandLabel}
      typed={typed}
      onType={setTyped}
      empty={texts.noMatch}
      groups={[
        {
          title: texts.pages,
          commands: [{ id: "queue", text: texts.queue, icon: "today", onAction: () => {} }],
        },
        {
          title: texts.actions,
          commands: [
            { id: "give", text: texts.give, icon: "token", more: "Ctrl Enter", onAction: () => {} },
          ],
        },
      ]}
    />
  );
}

type OverPage = "box" | "drawer" | "wide" | "question";

interface OpenedProps extends PiecesProps {
  readonly piece: OverPage;
  readonly onClose: () => void;
}

function Opened({ texts, piece, onClose }: OpenedProps) {
  if (piece === "question") {
    return (
      <Question title={texts.remove} onEscape={onClose}>
        <div className="form-actions">
          <Button look="primary" onPress={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </Question>
    );
  }
  return (
    <Dialog title={texts.details} closeLabel={texts.close} shape={piece} onClose={onClose}>
      {piece === "wide" ? <Commands texts={texts} /> : <p>{texts.detailsText}</p>}
    </Dialog>
  );
}

/** What opens over the page, and what reports beside it. */
export function Overlays({ texts }: PiecesProps) {
  const [open, setOpen] = useState<OverPage | null>(null);
  const undo = { text: texts.undo, onPress: () => {} };
  return (
    <Card title={texts.overlays}>
      <div className="kit-row">
        <Button onPress={() => setOpen("box")} testName="kit-dialog">
          {texts.openDialog}
        </Button>
        <Button onPress={() => setOpen("drawer")} testName="kit-drawer">
          {texts.openDrawer}
        </Button>
        <Button onPress={() => setOpen("question")} testName="kit-question">
          {texts.openQuestion}
        </Button>
        <Button onPress={() => setOpen("wide")} testName="kit-commands">
          {texts.openCommands}
        </Button>
        <Button
          onPress={() => {
            notify({ text: texts.notified, tone: "good", actions: [undo] });
            notify({ text: texts.offline, tone: "warning", actions: [undo] });
          }}
          testName="kit-notify"
        >
          {texts.notifyIt}
        </Button>
      </div>
      {open === null ? null : <Opened texts={texts} piece={open} onClose={() => setOpen(null)} />}
    </Card>
  );
}
