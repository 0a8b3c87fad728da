using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>Operations whose arguments are arrays, which binary XML has a record of its own for.</summary>
[ServiceContract(Namespace = "urn:probe", Name = "IAverage")]
public interface IAverage
{
    [OperationContract]
    double Average(double[] values);

    [OperationContract]
    int Count(int[] values);

    [OperationContract]
    bool All(bool[] values);

    [OperationContract]
    Series Smooth(Series series);
}
