auto() { for i in $(seq $1); do for c in 1 Enter C-u 2 Enter C-u 3 Enter C-u 4 Enter C-u; do $T send-keys $c; sleep 0.12; done; sleep ${2:-1.5}; done; }
