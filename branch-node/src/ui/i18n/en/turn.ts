/** What a desk does with somebody who waits. */
export const enTurn = {
  "queue.room": "Room {room}",
  "appointment.handOver": "Another doctor",
  "appointment.handOverNow": "Move token {token}",
  "appointment.handedOver": "{token} moved to {name}",
  "appointment.priority": "Change priority",
  "appointment.priorityNow": "Priority of {name}: {value}",
  "appointment.setPriority": "Set priority",
  "priority.routine": "Routine",
  "priority.vip": "VIP",
  "queue.aside": "Not there",
  "queue.asideAt": "not there {time}",
  "queue.asideNow": "Set aside: {name}",
  "queue.back": "Is there again",
  "queue.backNow": "Back in the queue: {name}",
} as const;
