import { useState } from "react";
import { Button, IconButton } from "#ui/kit/button.tsx";
import { CommandList } from "#ui/kit/command-list.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Disclosure } from "#ui/kit/disclosure.tsx";
import { Menu } from "#ui/kit/menu.tsx";
import { Badge, Banner, Card, Skeleton } from "#ui/kit/surfaces.tsx";
import { tell } from "#ui/kit/toast.tsx";
import { Tooltip } from "#ui/kit/tooltip.tsx";
import type { KitWords } from "./words.ts";

interface PiecesProps {
  readonly words: KitWords;
}

/** Buttons of every look, at rest and out of use. */
export function Buttons({ words }: PiecesProps) {
  return (
    <Card title={words.buttons}>
      <div className="kit-row">
        <Button look="primary" icon="token" keys="Ctrl Enter">
          {words.give}
        </Button>
        <Button icon="calendar">{words.book}</Button>
        <Button look="quiet">{words.cancel}</Button>
        <Button look="danger">{words.remove}</Button>
        <Button isSmall>{words.call}</Button>
        <Button look="primary" isDisabled>
          {words.give}
        </Button>
        <Button isDisabled>{words.book}</Button>
        <Tooltip text={words.tip}>
          <IconButton icon="print" label={words.print} />
        </Tooltip>
        <Menu
          label={words.more}
          groups={[
            {
              actions: [
                { id: "print", text: words.print, icon: "print", onAction: () => {} },
                { id: "book", text: words.book, isDisabled: true, onAction: () => {} },
              ],
            },
            {
              title: words.theme,
              actions: [{ id: "light", text: words.light, isChosen: true, onAction: () => {} }],
            },
          ]}
        >
          <Button testName="kit-menu">{words.more}</Button>
        </Menu>
      </div>
    </Card>
  );
}

/** Badges and banners of every tone, a fold, and a place that waits. */
export function States({ words }: PiecesProps) {
  return (
    <Card title={words.states}>
      <div className="kit-row">
        <Badge>{words.booked}</Badge>
        <Badge tone="good" icon="good">
          {words.paid}
        </Badge>
        <Badge tone="info" icon="token">
          {words.token}
        </Badge>
        <Badge tone="warning" icon="pending">
          {words.waiting}
        </Badge>
        <Badge tone="danger" icon="danger">
          {words.urgent}
        </Badge>
        <Badge tone="visit" icon="stethoscope">
          {words.visit}
        </Badge>
      </div>
      <Banner tone="good">{words.saved}</Banner>
      <Banner tone="info">{words.detailsText}</Banner>
      <Banner tone="warning">{words.offline}</Banner>
      <Banner tone="danger" action={<Button isSmall>{words.remove}</Button>}>
        {words.refused}
      </Banner>
      <Disclosure title={words.details}>{words.detailsText}</Disclosure>
      <Disclosure title={words.more} isOpen>
        {words.detailsText}
      </Disclosure>
      <Skeleton label={words.loading} />
    </Card>
  );
}

function Commands({ words }: PiecesProps) {
  const [typed, setTyped] = useState("");
  return (
    <CommandList
      label={words.commandLabel}
      typed={typed}
      onType={setTyped}
      empty={words.noMatch}
      groups={[
        {
          title: words.pages,
          commands: [{ id: "queue", text: words.queue, icon: "today", onAction: () => {} }],
        },
        {
          title: words.actions,
          commands: [
            { id: "give", text: words.give, icon: "token", more: "Ctrl Enter", onAction: () => {} },
          ],
        },
      ]}
    />
  );
}

/** What opens over the page, and what tells beside it. */
export function Overlays({ words }: PiecesProps) {
  const [open, setOpen] = useState<"box" | "drawer" | "wide" | null>(null);
  const undo = { text: words.undo, onPress: () => {} };
  return (
    <Card title={words.overlays}>
      <div className="kit-row">
        <Button onPress={() => setOpen("box")} testName="kit-dialog">
          {words.openDialog}
        </Button>
        <Button onPress={() => setOpen("drawer")} testName="kit-drawer">
          {words.openDrawer}
        </Button>
        <Button onPress={() => setOpen("wide")} testName="kit-commands">
          {words.openCommands}
        </Button>
        <Button
          onPress={() => {
            tell({ text: words.told, tone: "good", action: undo });
            tell({ text: words.offline, tone: "warning", action: undo });
          }}
          testName="kit-tell"
        >
          {words.tellIt}
        </Button>
      </div>
      {open === null ? null : (
        <Dialog
          title={words.details}
          closeLabel={words.close}
          shape={open}
          onClose={() => setOpen(null)}
        >
          {open === "wide" ? <Commands words={words} /> : <p>{words.detailsText}</p>}
        </Dialog>
      )}
    </Card>
  );
}
