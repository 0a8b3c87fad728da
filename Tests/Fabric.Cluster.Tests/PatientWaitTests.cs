using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests;

public sealed class PatientWaitTests
{
    [Theory]
    [InlineData("some avg10=52.86 avg60=1.00 avg300=0.00 total=3\nfull avg10=0.00 avg60=0.00\n", true)]
    [InlineData("some avg10=12.00 avg60=99.00 avg300=0.00 total=3\n", false)]
    [InlineData("", false)]
    public void The_kernel_says_whether_the_machine_is_short_of_a_resource(string pressure, bool expected)
    {
        var file = Path.GetTempFileName();
        try
        {
            File.WriteAllText(file, pressure);
            Assert.Equal(expected, PatientWait.IsShort(file));
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public async Task A_wait_ends_with_its_task_and_passes_its_failure_on()
    {
        await PatientWait.ForAsync(Task.CompletedTask, TimeSpan.FromMilliseconds(1), TimeProvider.System);

        var failed = Task.FromException(new TimeoutException("of its own"));
        var failure = await Assert.ThrowsAsync<TimeoutException>(
            () => PatientWait.ForAsync(failed, Timeout.InfiniteTimeSpan, TimeProvider.System));
        Assert.Equal("of its own", failure.Message);
    }

    [Fact]
    public async Task A_task_that_ends_when_the_wait_does_is_no_timeout()
    {
        for (var i = 0; i < 20_000; i++)
        {
            var time = new ManualTimeProvider();
            var source = new TaskCompletionSource();
            var wait = PatientWait.ForAsync(source.Task, TimeSpan.FromSeconds(1), time);
            using var both = new Barrier(2);
            var end = Task.Run(() =>
            {
                both.SignalAndWait();
                source.SetResult();
            });
            both.SignalAndWait();
            time.Advance(TimeSpan.FromSeconds(1));
            await end;
            // A wait that was over first says how long it was.
            if (await Record.ExceptionAsync(() => wait) is { } failure)
                Assert.Equal("1 s", failure.Message);
        }
    }
}
