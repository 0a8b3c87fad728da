using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

public sealed class Account : IAccount
{
    public void Draw(int amount)
    {
        if (amount > 0)
            throw new FaultException<Overdrawn>(new("too much", amount), "declared");
        if (amount < 0)
            throw new FaultException<Purse>(new(), "one way only");
        throw new Overdrawn("thrown", 1);
    }

    public Overdrawn? Pass(Overdrawn? error) => error;
}
