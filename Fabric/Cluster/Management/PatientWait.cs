using System;
using System.Globalization;
using System.IO;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>
/// A wait with a limit that holds on a machine with time to spare. While the machine is short of CPU, or its disks are
/// slow, a start takes several times as long without anything being wrong, so the limit is extended, second by second,
/// up to six times.
/// </summary>
internal static class PatientWait
{
    private static readonly string[] PressureFiles = ["/proc/pressure/cpu", "/proc/pressure/io"];
    private const double PressurePercentMax = 40;
    private const int ExtensionFactor = 6;
    private static readonly TimeSpan Step = TimeSpan.FromSeconds(1);

    /// <exception cref="TimeoutException">The limit is over; the message says how long was waited in all.</exception>
    internal static async Task ForAsync(Task task, TimeSpan limit, TimeProvider time)
    {
        var start = time.GetTimestamp();
        var next = limit;
        while (true)
        {
            try
            {
                await task.WaitAsync(next, time).ConfigureAwait(false);
                return;
            }
            catch (TimeoutException) when (task.IsCompleted)
            {
                // The task ended at the same moment as the wait, or ended with this exception itself.
                await task.ConfigureAwait(false);
                return;
            }
            catch (TimeoutException)
            {
                var waited = time.GetElapsedTime(start);
                if (waited >= limit * ExtensionFactor || !Array.Exists(PressureFiles, IsShort))
                {
                    throw new TimeoutException(
                        string.Create(CultureInfo.InvariantCulture, $"{waited.TotalSeconds:0.#} s"));
                }
                next = Step;
            }
        }
    }

    /// <summary>Returns whether something waited for the resource of a pressure file in more than two fifths of the
    /// last ten seconds.</summary>
    internal static bool IsShort(string file)
    {
        // "some avg10=52.86 avg60=86.16 avg300=85.62 total=3173066298"; absent where the kernel does not count it.
        if (!File.Exists(file))
            return false;
        const string Name = "avg10=";
        var text = File.ReadAllText(file);
        var at = text.IndexOf(Name, StringComparison.Ordinal);
        var end = at < 0 ? -1 : text.IndexOf(' ', at);
        if (end < 0)
            return false;
        var number = text.AsSpan(at + Name.Length, end - at - Name.Length);
        return double.TryParse(number, CultureInfo.InvariantCulture, out var share) && share > PressurePercentMax;
    }
}
