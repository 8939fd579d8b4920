import { comparesWholeAnswers } from "./whole-answers.ts";

comparesWholeAnswers("ga");
