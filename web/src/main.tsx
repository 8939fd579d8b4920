import { render } from "preact";
import { App } from "./app.tsx";
import "./style/tokens.css";
import "./style/base.css";
import "./style/layout.css";
import "./style/parts.css";

const root = document.getElementById("page");
// In place of the first paint: what it says, the page says until the price is there.
root?.replaceChildren();
if (root !== null) render(<App />, root);
