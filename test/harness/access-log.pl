# Usage: access-log.pl LOG PATH…
# Writes a line to LOG for each open(2) of one of the paths, by whichever name: the inode, the process and its parents. The
# call returns after that (FAN_OPEN_PERM of fanotify), so that the process is still there to be described. Ends with its
# standard input.
use strict;
use warnings;
use POSIX ();

my ($log, @paths) = @ARGV;
my %numbers = (x86_64 => [300, 301], aarch64 => [262, 263]);
my $numbers = $numbers{(POSIX::uname())[4]} or die "the numbers of the calls are unknown on this machine\n";
my ($fanotify_init, $fanotify_mark) = @$numbers;
my ($FAN_CLOEXEC, $FAN_CLASS_CONTENT, $FAN_MARK_ADD, $FAN_OPEN_PERM, $FAN_ONDIR, $FAN_ALLOW) =
  (0x1, 0x4, 0x1, 0x10000, 0x40000000, 1);

my $group = syscall($fanotify_init, $FAN_CLOEXEC | $FAN_CLASS_CONTENT, 0);
die "fanotify_init: $!\n" if $group < 0;
for my $path (@paths) {
  my $text = "$path\0";
  my $result = syscall($fanotify_mark, $group, $FAN_MARK_ADD, $FAN_OPEN_PERM | $FAN_ONDIR, -100, $text);
  die "fanotify_mark $path: $!\n" if $result < 0;
}
open(my $out, '>>', $log) or die "$log: $!\n";
syswrite($out, "ready\n");

# Each process as PID NAME, from the one that opened the path to the first one.
sub parents {
  my ($pid) = @_;
  my @found;
  while ($pid > 0) {
    open(my $file, '<', "/proc/$pid/stat") or return (@found, "$pid ?");
    my ($name, $parent) = join('', <$file>) =~ /\((.*)\) \S (\d+)/s;
    $name =~ tr/\n\t/??/;
    push @found, "$pid $name";
    $pid = $parent;
  }
  return @found;
}

for (;;) {
  my $ready = '';
  vec($ready, $_, 1) = 1 for (0, $group);
  select($ready, undef, undef, undef);
  exit 0 if vec($ready, 0, 1);
  my $length = POSIX::read($group, my $events, 4096);
  for (my $at = 0; $at < $length;) {
    my ($size, undef, undef, undef, undef, $file, $pid) = unpack('LCCSQll', substr($events, $at, 24));
    syswrite($out, join("\t", (stat "/proc/self/fd/$file")[1], parents($pid)) . "\n");
    POSIX::write($group, pack('lL', $file, $FAN_ALLOW), 8);
    POSIX::close($file);
    $at += $size;
  }
}
