using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

public sealed class Mirror : IMirror
{
    internal const string Space = "urn:headers";

    public string Header(string name)
    {
        var headers = OperationContext.Current!.IncomingMessageHeaders;
        var index = headers.FindHeader(name, Space);
        return index < 0 ? "none" : headers.GetHeader<string>(index);
    }

    public async Task<string> HeaderAfterWaitAsync(string name)
    {
        await Task.Yield();
        return Header(name);
    }

    public Item ItemOfHeader(string name) =>
        OperationContext.Current!.IncomingMessageHeaders.GetHeader<Item>(name, Space);

    public void Answer(string text) => OperationContext.Current!.OutgoingMessageHeaders.Add(
        MessageHeader.CreateHeader("answer", Space, text));

    public int Divide(int number, int by, out int rest)
    {
        rest = number % by;
        return number / by;
    }

    public void Refuse() => throw new FaultException("refused");

    public void Note(string text)
    {
    }
}
