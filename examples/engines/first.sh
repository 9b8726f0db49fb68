#!/bin/sh
# An engine in the shell: the first covered cell, in reading order.
# sapper run "engine:sh examples/engines/first.sh" random --on 5x5x3
while read -r question; do
  rows=${question#*\"position\": \"}
  rows=${rows%% *}
  r=1 c=1
  while case $rows in .*) false ;; esac; do
    case $rows in
      /*) r=$((r + 1)) c=1 ;;
      *) c=$((c + 1)) ;;
    esac
    rows=${rows#?}
  done
  echo "r${r}c${c}"
done
