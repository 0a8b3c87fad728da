using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary><see cref="IDivider"/> in synchronous form: the same on the wire.</summary>
[ServiceContract(Name = nameof(IDivider))]
public interface IPlainDivider
{
    [OperationContract]
    int Divide(int value, ref int by, out int remainder);
}
