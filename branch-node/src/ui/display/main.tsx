import { createRoot } from "react-dom/client";
import { Board } from "./board.tsx";
import "#ui/style/fonts.css";
import "#ui/style/base.css";
import "#ui/style/display.css";

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no place to draw into");
const code = decodeURIComponent(location.pathname.split("/").at(2) ?? "");
createRoot(root).render(<Board code={code} />);
