using System;
using System.Diagnostics;
using System.Globalization;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Machine.Tests;

public sealed class BackgroundTests
{
    [Fact]
    public async Task A_program_that_burns_a_processor_is_noise_unless_it_takes_part()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "skipped: needs /proc");
        var token = TestContext.Current.CancellationToken;
        // The shell ends, so that the loop it leaves behind is no descendant of this process.
        using var shell = Process.Start(new ProcessStartInfo("sh", ["-c", "while :; do :; done & echo $!"])
        {
            RedirectStandardOutput = true,
        })!;
        var line = await shell.StandardOutput.ReadLineAsync(token);
        using var burner = Process.GetProcessById(int.Parse(line!, CultureInfo.InvariantCulture));
        try
        {
            await shell.WaitForExitAsync(token);
            var begin = Moment.Take(burner.Id);
            Moment end;
            do
            {
                await Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System, token);
                end = Moment.Take(burner.Id);
            }
            while (end.Used - begin.Used < 1 || !end.IsFarFrom(begin));

            var (foreign, foreignEnd) = (begin.Foreign, end.Foreign);
            var share = (end.Used - begin.Used) * 100 / (foreignEnd.Ticks - foreign.Ticks)!.Value;
            // What other tests of this process do at the same time is no matter.
            var guard = new NoiseGuard
            {
                BackgroundMax = share / 2, DriverMax = 100, CollectorMax = 100, ThrottledMax = 1,
            };
            var finding = guard.Judge(new NoiseEvidence(
                foreign, foreignEnd, Environment.ProcessorCount, StoreOnThisMachine: true));
            Assert.Equal("noisy", finding.Verdict);
            Assert.StartsWith("other programs used the processors", finding.Reasons[0], StringComparison.Ordinal);
            var without = MachineReading.Background(begin.Own, end.Own)!.Value;
            Assert.InRange(finding.BackgroundCpu!.Value - without, share - 0.08, share + 0.08);
        }
        finally
        {
            burner.Kill();
        }
    }

    // Readings that belong together, and how long it took to take them all.
    private sealed record Moment(
        MachineReading Foreign, MachineReading Own, double Used, long Start, TimeSpan Took)
    {
        internal static Moment Take(int burner)
        {
            var start = Stopwatch.GetTimestamp();
            var foreign = MachineReading.Take();
            var used = ProcessReading.Take(burner)!.ProcessorSeconds;
            var own = MachineReading.Take([burner]);
            return new Moment(foreign, own, used, start, Stopwatch.GetElapsedTime(start));
        }

        // Far enough that what went by within each of them, on a machine that stopped us just there too, is no matter.
        internal bool IsFarFrom(Moment begin) =>
            Stopwatch.GetElapsedTime(begin.Start, Start) > 50 * (Took + begin.Took);
    }
}
