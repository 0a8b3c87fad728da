using System.Linq;

namespace SfPerf.ServiceModel.Tests.Services;

public sealed class Averager : IAverage
{
    public double Average(double[] values) => values.Average();

    public int Count(int[] values) => values.Length;

    public bool All(bool[] values) => values.All(v => v);

    public Series Smooth(Series series) => series;
}
