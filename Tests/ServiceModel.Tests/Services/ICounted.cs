using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>A contract with behaviors of its operations among its attributes.</summary>
[ServiceContract]
public interface ICounted
{
    /// <summary>Counted on both sides: the contract says so.</summary>
    [OperationContract]
    [Counting]
    int Divide(int number, int by, out int rest);

    [OperationContract]
    int Double(int number);
}

public sealed class Counted : ICounted
{
    public int Divide(int number, int by, out int rest)
    {
        rest = number % by;
        return number / by;
    }

    /// <summary>Counted at the service, which says so.</summary>
    [Counting]
    public int Double(int number) => 2 * number;
}
