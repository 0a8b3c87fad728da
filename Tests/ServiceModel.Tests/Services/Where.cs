using System;
using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceBehavior(InstanceContextMode = InstanceContextMode.PerCall)]
public class Where : IWhere
{
    public int Here() => Environment.CurrentManagedThreadId;

    public async Task<int> AfterWaitAsync()
    {
        await Task.Yield();
        return Environment.CurrentManagedThreadId;
    }

    public IAsyncResult BeginLater(AsyncCallback callback, object? state) =>
        TaskToAsyncResult.Begin(Task.Run(() => { }), callback, state);

    public int EndLater(IAsyncResult result) => Environment.CurrentManagedThreadId;
}
