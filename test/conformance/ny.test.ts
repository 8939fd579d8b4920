import { comparesWholeAnswers } from "./whole-answers.ts";

comparesWholeAnswers("ny");
