import type { enTurn } from "#ui/i18n/en/turn.ts";

/** What a desk does with somebody who waits, in Urdu. */
export const urTurn: Readonly<Record<keyof typeof enTurn, string>> = {
  "queue.room": "کمرہ {room}",
  "appointment.handOver": "دوسرا ڈاکٹر",
  "appointment.handOverNow": "ٹوکن {token} منتقل کریں",
  "appointment.handedOver": "{token} اب {name} کے پاس ہے",
  "appointment.priority": "ترجیح بدلیں",
  "appointment.priorityNow": "{name} کی ترجیح: {value}",
  "appointment.setPriority": "ترجیح مقرر کریں",
  "priority.routine": "معمول",
  "priority.vip": "وی آئی پی",
  "queue.aside": "موجود نہیں",
  "queue.asideAt": "{time} پر موجود نہیں تھے",
  "queue.asideNow": "قطار سے ہٹائے گئے: {name}",
  "queue.back": "واپس آ گئے",
  "queue.backNow": "پھر قطار میں: {name}",
};
