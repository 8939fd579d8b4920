import { useEffect, useRef } from "preact/hooks";

/*
 * Documents that the page makes from a document of the service: an appeal packet with the chosen columns, an explanation with units. A tab
 * of the browser shows one under a blob address. The policies of the page and of the document (its `meta`) both apply (CSP): no script
 * runs, nothing is loaded, and only the style of printed documents is let in.
 */

const HTML = "text/html; charset=utf-8";

export function parsedDocument(html: string): Document {
  return new DOMParser().parseFromString(html, "text/html");
}

/** The text of a document, with another body if one is given. Copying its style element breaks the policy of the page (CSP). */
export function documentText({ documentElement, head, body }: Document, made: HTMLElement = body): string {
  return `<!doctype html>\n<html lang="${documentElement.lang}">\n${head.outerHTML}\n${made.outerHTML}\n</html>`;
}

/**
 * An address for the text of a made document, until the next one is made or the view is left: patients may be in it. A tab that shows an
 * earlier document keeps it, and cannot load it again.
 */
export function useMadeDocument(): (text: string) => string {
  const current = useRef("");
  useEffect(() => () => URL.revokeObjectURL(current.current), []);
  return (text) => {
    URL.revokeObjectURL(current.current);
    current.current = URL.createObjectURL(new Blob([text], { type: HTML }));
    return current.current;
  };
}
