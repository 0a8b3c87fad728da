using System.Collections.Generic;
using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

public sealed class Box : IBox<int>
{
    public int Put(int value) => value + 1;

    public Task<int> TakeAsync() => Task.FromResult(7);

    public void Break(bool inParts) => throw (FaultException)(inParts
        ? new FaultException<string[]>(["a", "b"]) : new FaultException<List<int>>([1, 2]));
}
