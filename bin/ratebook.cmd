@node "%~dp0ratebook.mjs" %*
