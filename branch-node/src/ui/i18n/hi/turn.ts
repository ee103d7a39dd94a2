import type { enTurn } from "#ui/i18n/en/turn.ts";

/** The same in Hindi. */
export const hiTurn: Readonly<Record<keyof typeof enTurn, string>> = {
  "queue.room": "कमरा {room}",
  "appointment.handOver": "दूसरे डॉक्टर के पास भेजें",
  "appointment.handOverNow": "टोकन {token} भेजें",
  "appointment.handedOver": "{token} अब {name} के पास",
  "appointment.priority": "प्राथमिकता बदलें",
  "appointment.priorityNow": "{name} की प्राथमिकता: {value}",
  "appointment.setPriority": "प्राथमिकता रखें",
  "priority.routine": "सामान्य",
  "priority.vip": "वीआईपी",
  "queue.aside": "मौजूद नहीं",
  "queue.asideAt": "{time} पर मौजूद नहीं",
  "queue.asideNow": "अलग रखा गया: {name}",
  "queue.back": "फिर मौजूद हैं",
  "queue.backNow": "कतार में वापस: {name}",
};
