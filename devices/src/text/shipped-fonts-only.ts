// Loaded before the canvas, which reads all fonts of the machine as it is loaded unless it is asked not to: 130 ms of
// processor time and 12 MB with 230 fonts here, for families that no document of ours names.
process.env["DISABLE_SYSTEM_FONTS_LOAD"] = "1";
