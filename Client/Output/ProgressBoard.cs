using System.Linq;
using System.Threading;

namespace SfPerf.Client.Output;

/// <summary>Adds up the progress of several generators and shows the sum. Any number may report at once.</summary>
internal sealed class ProgressBoard(IProgressView view, int generators, int secondsMax)
{
    private readonly Lock _gate = new();
    private readonly ProgressSample?[] _latest = new ProgressSample?[generators];

    public void Report(int generator, in ProgressSample sample)
    {
        lock (_gate)
        {
            _latest[generator] = sample;
            var phase = sample.Phase;
            var known = _latest.Where(s => s?.Phase == phase).Select(s => s!.Value).ToArray();
            // Until every generator has reported, the sum would show a total that is too small.
            if (known.Length == generators)
                view.Show(ProgressSample.Sum(known) with { SecondsMax = secondsMax });
        }
    }
}
