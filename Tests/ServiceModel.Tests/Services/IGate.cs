using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>Operations that are short, but may wait at a gate before they return.</summary>
[ServiceContract]
public interface IGate
{
    /// <summary>Keeps its thread.</summary>
    [OperationContract]
    bool Pass(bool stop);

    /// <summary>Keeps its thread before it returns its task.</summary>
    [OperationContract]
    Task<bool> PassTaskAsync(bool stop);

    /// <summary>Throws what is no fault.</summary>
    [OperationContract(IsOneWay = true)]
    void Break();

    /// <summary>Tells the value an earlier call has left in its AsyncLocal, and leaves another.</summary>
    [OperationContract]
    string? Leave(string value);
}
