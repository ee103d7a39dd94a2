/** Sentences of the waiting room's board, in English. */
export const enBoard = {
  "board.connecting": "Connecting…",
  "board.more": "+{count} more",
  "board.nobody": "Nobody is waiting",
  "board.notLive": "This board is not live. Please ask at the desk.",
  "board.nothing": "Please take a seat. Your token will be called here.",
  "board.room": "Room {room}",
  "board.serving": "Now serving",
  "board.sound": "Turn sound on",
  "board.soundOff": "Turn sound off",
  "board.spoken": "Token {token}",
  "board.spokenDoctor": "Doctor {name}",
  "board.unknown": "There is no board at this address.",
  "board.waiting": "Next in line",
} as const;
