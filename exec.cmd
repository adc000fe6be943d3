@rem The scripts in package.json begin with the shell's exec, so that signals reach Node.js. Windows has no such command.
@%*
